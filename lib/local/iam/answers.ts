import type { SesRefusal } from '../stand-ins/ses-refusals.ts';
import type { Need, Service, WireAnswer } from './wire.ts';

const json = (status: number, contentType: string, type: string, message: string): WireAnswer => ({
  status,
  headers: { 'content-type': contentType, 'x-amzn-errortype': type },
  // Only DynamoDB capitalizes the key in access errors. The SDK reads both, so the response contains both.
  body: JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message, Message: message }),
});

export const SES_NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

/** An error in SES's format. */
export const sesError = ({ status, code, message }: SesRefusal): WireAnswer => {
  const escaped = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const type = status >= 500 ? 'Receiver' : 'Sender';
  return {
    status,
    headers: { 'content-type': 'text/xml' },
    body: `<ErrorResponse xmlns="${SES_NAMESPACE}"><Error><Type>${type}</Type><Code>${code}</Code><Message>${escaped}</Message></Error><RequestId>local</RequestId></ErrorResponse>`,
  };
};

/** An error in S3's format. */
export const s3Error = (status: number, code: string, message: string): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<Error><Code>${code}</Code><Message>${message}</Message><RequestId>local</RequestId></Error>`,
});

const JSON_10 = 'application/x-amz-json-1.0';
const JSON_11 = 'application/x-amz-json-1.1';

const answer = (service: Service, code: string, message: string): WireAnswer => {
  switch (service) {
    case 'dynamodb':
      return json(400, JSON_10, code, message);
    case 'sqs':
      return {
        ...json(403, JSON_10, code, message),
        headers: {
          'content-type': JSON_10,
          'x-amzn-errortype': code,
          'x-amzn-query-error': `${code.replace(/Exception$/, '')};Sender`,
        },
      };
    case 'secretsmanager':
      return json(400, JSON_11, code, message);
    case 's3':
      return s3Error(403, code.replace(/Exception$/, ''), message);
    case 'ses':
      return sesError({ status: 403, code: code.replace(/Exception$/, ''), message });
  }
};

/** AWS's error message, with the identity, the action and the resource. */
export const deniedMessage = (principalArn: string, { action, resource }: Need): string =>
  `User: ${principalArn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

export const accessDenied = (service: Service, message: string): WireAnswer =>
  answer(service, 'AccessDeniedException', message);

export const unknownCaller = (): WireAnswer =>
  json(400, JSON_10, 'UnrecognizedClientException', 'The security token included in the request is invalid.');

/** The error if a signature doesn't match the request and the access key's secret. */
export const badSignature = (): WireAnswer =>
  json(
    400,
    JSON_10,
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
  );

export const unknownCall = (what: string): WireAnswer =>
  json(400, JSON_10, 'UnknownOperationException', `${what} is not supported by the local machine.`);
