import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** An edge function's code. Comments are removed, because CloudFront accepts at most 10 KB. */
export const edgeCode = (file: string): string =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .replace(/^\s*\/\/.*\n/gm, '')
    .trim();

/** A function that changes each request before CloudFront handles it. */
export const onViewerRequest = (
  scope: Construct,
  id: string,
  { name, comment, code }: { name: string; comment: string; code: string },
): cloudfront.FunctionAssociation => ({
  eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
  function: new cloudfront.Function(scope, id, {
    functionName: name,
    comment,
    runtime: cloudfront.FunctionRuntime.JS_2_0,
    code: cloudfront.FunctionCode.fromInline(code),
  }),
});
