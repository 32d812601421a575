import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { Visibility, visibility } from "../gen/shorts/v1alpha1/options_pb.ts";
import { DOMAINS } from "./index.ts";

interface PublicMethod {
  /** Full service name, for example `shorts.v1alpha1.HousingService`. */
  readonly service: string;
  /** Method name as in the proto file, for example `FilterSuburbs`. */
  readonly method: string;
  /** Path of the Connect and gRPC route: `/<service>/<method>`. */
  readonly path: string;
}

/** Services of the product; health and reflection belong to the protocol and are not metered. */
export const productServices: readonly DescService[] = [
  ...new Set(DOMAINS.flatMap((domain) => domain.samples.map(({ desc }) => desc.parent))),
];

/** The legacy service that answers methods of other services too, so documents leave it out. */
export const CORE_SERVICE = "shorts.v1alpha1.CoreStocksService";

export const documentedServices: readonly DescService[] = productServices.filter(
  ({ typeName }) => typeName !== CORE_SERVICE,
);

/** Methods marked public in the proto files, in declaration order. A method without a mark is private. */
export function publicMethods(services: readonly DescService[] = productServices): readonly PublicMethod[] {
  return services.flatMap((service) =>
    service.methods.filter(isPublic).map((method) => ({
      service: service.typeName,
      method: method.name,
      path: `/${service.typeName}/${method.name}`,
    })),
  );
}

function isPublic(method: DescMethod): boolean {
  return hasOption(method, visibility) && getOption(method, visibility) === Visibility.PUBLIC;
}
