import { type DescService, getOption, hasOption } from "@bufbuild/protobuf";
import { productServices, publicMethods } from "../../../domains/public-methods.ts";
import { required_role } from "../../../gen/shorts/v1alpha1/options_pb.ts";

export interface AccessRule {
  /** No token needed. */
  readonly isPublic: boolean;
  /** Role that a caller must have; "" for none. */
  readonly requiredRole: string;
}

/** The rule of every method, by path. Methods not marked public are private, and so are those with a role. */
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
