import { Fn, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import type * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { acceptFindings } from './accept-finding.ts';
import { removalOf } from './keep.ts';
import type { TellhookFunction } from './tellhook-function.ts';

interface HttpFrontProps {
  settings: Settings;
  /** Suffix of the API's name. */
  name: 'app' | 'invoke';
  description: string;
  noAuthorizerBecause: string;
  /** The API's host name and certificate. If unset, the gateway's default name is used. */
  domain?: { name: string; certificate: acm.ICertificate } | undefined;
}

/** An HTTP API with a throttle and an access log without paths, because paths can be secrets here. */
export class HttpFront extends Construct {
  readonly api: apigateway.HttpApi;
  /** The DNS target of a custom host name. */
  readonly ownName: apigateway.DomainName | undefined;
  readonly noAuthorizerBecause: string;

  constructor(
    scope: Construct,
    id: string,
    { settings, name, description, noAuthorizerBecause, domain }: HttpFrontProps,
  ) {
    super(scope, id);
    this.api = new apigateway.HttpApi(this, 'Api', {
      apiName: `tellhook-${settings.stage}-${name}`,
      description,
      createDefaultStage: false,
      disableExecuteApiEndpoint: domain !== undefined,
    });
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      logGroupName: `/tellhook/${settings.stage}/${name}-access`,
      retention: settings.logRetentionDays,
      removalPolicy: removalOf(settings),
    });
    this.ownName =
      domain && new apigateway.DomainName(this, 'Domain', { domainName: domain.name, certificate: domain.certificate });
    const { requestsPerSecond, burst } = settings.gateway[name];
    const stage = new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: burst },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    // The stage's `domainMapping` isn't used, because for a mapping without a path its id would contain "undefined".
    if (this.ownName) new apigateway.ApiMapping(this, 'Mapping', { api: this.api, domainName: this.ownName, stage });
    this.noAuthorizerBecause = noAuthorizerBecause;
  }

  /** The API's host name at the gateway. */
  get endpointHost(): string {
    return Fn.select(2, Fn.split('/', this.api.apiEndpoint));
  }
}

/** Connects routes to functions. The routes belong to the functions' stack, which can come after the API's stack. */
export class FunctionRoutes extends Construct {
  private readonly front: HttpFront;
  private readonly integrations = new Map<TellhookFunction, FunctionIntegration>();

  constructor(scope: Construct, id: string, front: HttpFront) {
    super(scope, id);
    this.front = front;
  }

  /** Sends requests to a function. `method` can be `ANY`. A path with a trailing slash includes all paths below it. */
  route(method: keyof typeof apigateway.HttpMethod, path: `/${string}`, handler: TellhookFunction): void {
    // The gateway doesn't allow a trailing slash in a route, but the greedy variable matches such requests.
    const bare = path.replace(/\/$/, '');
    for (const registered of path.endsWith('/') ? [bare, `${bare}/{proxy+}`] : [path])
      this.accept(
        `${method} ${registered}`,
        apigateway.HttpRouteKey.with(registered, apigateway.HttpMethod[method]),
        handler,
      );
  }

  /** Sends all other requests to a function. */
  routeRestTo(handler: TellhookFunction): void {
    this.accept('Rest', apigateway.HttpRouteKey.DEFAULT, handler);
  }

  private integrationWith(handler: TellhookFunction): FunctionIntegration {
    const known = this.integrations.get(handler);
    if (known) return known;
    // One permission per function, because a permission per route would exceed the policy's size limit. It covers
    // `<api>/<stage>/<method>/<path>` and the shorter `<api>/<stage>/$default`.
    handler.entrance.addPermission(`${this.front.node.id}Calls`, {
      principal: new iam.ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.front.api.apiId,
        resourceName: '*',
      }),
    });
    const integration = new FunctionIntegration(handler);
    this.integrations.set(handler, integration);
    return integration;
  }

  private accept(id: string, routeKey: apigateway.HttpRouteKey, handler: TellhookFunction): void {
    acceptFindings(
      new apigateway.HttpRoute(this, id, {
        httpApi: this.front.api,
        routeKey,
        integration: this.integrationWith(handler),
      }),
      [{ id: 'AwsSolutions-APIG4', reason: this.front.noAuthorizerBecause }],
      'AWS::ApiGatewayV2::Route',
    );
  }
}

/** Passes calls to a function. Unlike the library's class, it adds no permission, see `integrationWith`. */
class FunctionIntegration extends apigateway.HttpRouteIntegration {
  private readonly uri: string;

  constructor(handler: TellhookFunction) {
    super(handler.node.id);
    this.uri = handler.entrance.functionArn;
  }

  override bind(): apigateway.HttpRouteIntegrationConfig {
    return {
      type: apigateway.HttpIntegrationType.AWS_PROXY,
      uri: this.uri,
      payloadFormatVersion: apigateway.PayloadFormatVersion.VERSION_2_0,
    };
  }
}

/**
 * The fields of the access log. `routeKey` is the pattern (`ANY /{route}`), because the path would reveal secret invoke
 * URLs. The list contains only fields that the runbook uses, because every field costs money with every call.
 * CloudWatch adds the time.
 */
export const accessLogFields = {
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.integrationLatency',
  error: '$context.error.message',
  sourceIp: '$context.identity.sourceIp',
};
