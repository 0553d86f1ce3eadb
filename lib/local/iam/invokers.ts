import { matchesArn } from './policies.ts';

/** A statement of a function's resource policy: which service may start it, and for which resource. */
export interface InvokePermission {
  /** `apigateway.amazonaws.com` */
  principal: string;
  /** Pattern of the ARNs for which the service may start it; omitted = all. */
  sourceArn?: string | undefined;
  sourceAccount?: string | undefined;
}

/** The caller of a function: a service, for one of its resources. */
interface Invoker {
  principal: string;
  sourceArn: string;
  account: string;
}

/** Decides as Lambda does: one statement has to match completely. */
export const mayInvoke = (permissions: InvokePermission[], { principal, sourceArn, account }: Invoker): boolean =>
  permissions.some(
    (permission) =>
      permission.principal === principal &&
      (permission.sourceArn === undefined || matchesArn(permission.sourceArn, sourceArn)) &&
      (permission.sourceAccount === undefined || permission.sourceAccount === account),
  );
