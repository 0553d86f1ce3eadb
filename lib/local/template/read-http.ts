import * as z from 'zod';
import type { HttpApiSpec } from '../gateway/http-api.ts';
import { mayInvoke } from '../iam/invokers.ts';
import { UnsupportedTemplate } from './problems.ts';
import { type DeployedFunction, functionNamed } from './read-functions.ts';
import type { Pseudo } from './resolver.ts';
import { ignored, only, type Resources } from './resources.ts';

const api = z.strictObject({
  Name: z.string(),
  ProtocolType: z.literal('HTTP'),
  ...ignored('Description', 'DisableExecuteApiEndpoint'),
});

const integration = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
  ...ignored('Description'),
});

const route = z.strictObject({
  ApiId: z.string(),
  AuthorizationType: only('NONE'),
  RouteKey: z.string(),
  Target: z.string(),
});

const stage = z.strictObject({
  ApiId: z.string(),
  StageName: z.literal('$default'),
  AutoDeploy: z.literal(true),
  DefaultRouteSettings: z
    .strictObject({
      ThrottlingRateLimit: z.number(),
      ThrottlingBurstLimit: z.number(),
      ...ignored('DetailedMetricsEnabled'),
    })
    .optional(),
  ...ignored('AccessLogSettings', 'Description'),
});

/** The source ARN of a route's requests, such as `<api>/<stage>/GET/webhook/{id}` or `<api>/<stage>/$default`. */
const sourceArnOf = ({ region, account }: Pseudo, apiId: string, stageName: string, routeKey: string): string => {
  const [method = '', path = ''] = routeKey.split(' ');
  return `arn:aws:execute-api:${region}:${account}:${apiId}/${stageName}/${method}${path}`;
};

/** The HTTP APIs with their routes. The gateway returns 500 for a route that its function's policy doesn't allow. */
export const readHttpApis = (resources: Resources, functions: DeployedFunction[], pseudo: Pseudo): HttpApiSpec[] => {
  const integrations = new Map(
    resources.all('AWS::ApiGatewayV2::Integration', integration).map(({ ref, properties }) => [ref, properties]),
  );
  const routes = resources.all('AWS::ApiGatewayV2::Route', route);
  const stages = resources.all('AWS::ApiGatewayV2::Stage', stage);
  return resources.all('AWS::ApiGatewayV2::Api', api).map((found) => {
    const id = found.ref;
    const settings = stages.find(({ properties }) => properties.ApiId === id)?.properties;
    if (!settings) throw new UnsupportedTemplate(`${found.logicalId}: an API without a stage`);
    const throttling = settings.DefaultRouteSettings;
    return {
      id,
      name: found.properties.Name,
      domainName: new URL(resources.attribute(found, 'ApiEndpoint')).hostname,
      stage: settings.StageName,
      ...(throttling && {
        throttle: { perSecond: throttling.ThrottlingRateLimit, burst: throttling.ThrottlingBurstLimit },
      }),
      routes: routes
        .filter(({ properties }) => properties.ApiId === id)
        .map(({ logicalId, properties }) => {
          const target = integrations.get(properties.Target.replace('integrations/', ''));
          if (!target) throw new UnsupportedTemplate(`${logicalId}: no integration ${properties.Target}`);
          const answering = functionNamed(functions, target.IntegrationUri);
          const { RouteKey: routeKey } = properties;
          const isPermitted = mayInvoke(answering.permissions, {
            principal: 'apigateway.amazonaws.com',
            sourceArn: sourceArnOf(pseudo, id, settings.StageName, routeKey),
            account: pseudo.account,
          });
          return { routeKey, target: { functionName: answering.spec.name, isPermitted } };
        }),
    };
  });
};
