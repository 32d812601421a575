import { type DescService, getOption, hasOption } from "@bufbuild/protobuf";
import { productServices, publicMethods } from "../../../domains/public-methods.ts";
import { required_role } from "../../../gen/shorts/v1alpha1/options_pb.ts";

/** Who may call a method. */
export interface AccessRule {
  /** Anyone may, with or without a token. */
  readonly isPublic: boolean;
  /** Role a caller must hold; "" = none. */
  readonly requiredRole: string;
}

/** The rule of every method of the services, by path. A method that is not marked public is private. */
export function accessRules(
  services: readonly DescService[] = productServices,
): ReadonlyMap<string, AccessRule> {
  const open = new Set(publicMethods(services).map((method) => method.path));
  return new Map(
    services.flatMap((service) =>
      service.methods.map((method): [string, AccessRule] => {
        const path = `/${service.typeName}/${method.name}`;
        const requiredRole = hasOption(method, required_role) ? getOption(method, required_role) : "";
        return [path, { isPublic: open.has(path) && requiredRole === "", requiredRole }];
      }),
    ),
  );
}
