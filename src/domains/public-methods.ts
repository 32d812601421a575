import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { required_role, Visibility, visibility } from "../gen/shorts/v1alpha1/options_pb.ts";
import { DOMAINS } from "./index.ts";

/** One method that anyone may call. */
export interface PublicMethod {
  /** Full service name, for example `shorts.v1alpha1.HousingService`. */
  readonly service: string;
  /** Method name as in the proto file, for example `FilterSuburbs`. */
  readonly method: string;
  /** Path of the Connect and gRPC route: `/<service>/<method>`. */
  readonly path: string;
  /** Role a caller must hold; "" = none. */
  readonly requiredRole: string;
}

/** The services of the product. Health and reflection belong to the protocol and are not metered. */
export const productServices: readonly DescService[] = [
  ...new Set(DOMAINS.flatMap((domain) => domain.samples.map(({ desc }) => desc.parent))),
];

/** The service that gives answers of other services under an older name: documents would list them twice. */
export const CORE_SERVICE = "shorts.v1alpha1.CoreStocksService";

/** The services that documents describe. */
export const documentedServices: readonly DescService[] = productServices.filter(
  ({ typeName }) => typeName !== CORE_SERVICE,
);

/** The methods marked public in the proto files, in declaration order. A method without a mark is private. */
export function publicMethods(services: readonly DescService[] = productServices): readonly PublicMethod[] {
  return services.flatMap((service) =>
    service.methods.filter(isPublic).map((method) => ({
      service: service.typeName,
      method: method.name,
      path: `/${service.typeName}/${method.name}`,
      requiredRole: hasOption(method, required_role) ? getOption(method, required_role) : "",
    })),
  );
}

function isPublic(method: DescMethod): boolean {
  return hasOption(method, visibility) && getOption(method, visibility) === Visibility.PUBLIC;
}
