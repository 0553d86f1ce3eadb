import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** One finding of cdk-nag that is right in general and wrong here. */
interface AcceptedFinding {
  /** Such as `AwsSolutions-IAM5`; for findings with a detail, the detail in brackets belongs in `appliesTo`. */
  id: string;
  /** The reason that this deployment is safe although the rule objects. */
  reason: string;
  appliesTo?: string[];
}

/**
 * Accepts findings for the resources at and below `scope` (of one CloudFormation type, if given). Writes the metadata
 * that cdk-nag reads, so only the tests need cdk-nag itself.
 */
export const acceptFindings = (scope: IConstruct, findings: AcceptedFinding[], type?: string): void => {
  for (const resource of scope.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || (type && resource.cfnResourceType !== type)) continue;
    const accepted = resource.getMetadata('cdk_nag')?.rules_to_suppress ?? [];
    resource.addMetadata('cdk_nag', {
      rules_to_suppress: [
        ...accepted,
        ...findings.map(({ id, reason, appliesTo }) => ({ id, reason, ...(appliesTo && { applies_to: appliesTo }) })),
      ],
    });
  }
};
