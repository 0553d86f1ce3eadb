import { matchesArn } from './policies.ts';

/** A statement of a function's resource policy, which allows a service to invoke it for certain resources. */
export interface InvokePermission {
  /** The service, such as `apigateway.amazonaws.com`. */
  principal: string;
  /** Pattern of the ARNs for which the service can invoke the function. If unset, all are allowed. */
  sourceArn?: string | undefined;
  sourceAccount?: string | undefined;
}

/** The caller of a function: a service, for one of its resources. */
interface Invoker {
  principal: string;
  sourceArn: string;
  account: string;
}

/** True if at least one statement matches completely, as in Lambda. */
export const mayInvoke = (permissions: InvokePermission[], { principal, sourceArn, account }: Invoker): boolean =>
  permissions.some(
    (permission) =>
      permission.principal === principal &&
      (permission.sourceArn === undefined || matchesArn(permission.sourceArn, sourceArn)) &&
      (permission.sourceAccount === undefined || permission.sourceAccount === account),
  );
