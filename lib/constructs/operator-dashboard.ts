import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { targetKinds } from '../../integrations/targets/kinds.gen.ts';
import { METRICS_NAMESPACE, type MetricName } from '../../lambdas/platform/metrics.ts';
import type { HttpFront } from './http-front.ts';
import { FIVE_MINUTES } from './operator-alarms.ts';
import type { TellhookFunction } from './tellhook-function.ts';

const HALF_WIDTH = 12;

/** A metric that the functions log. */
export const productMetric = (
  stage: string,
  name: MetricName,
  { statistic = 'Sum', kind, period = FIVE_MINUTES }: { statistic?: string; kind?: string; period?: Duration } = {},
): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { stage, ...(kind && { kind }) },
    statistic,
    period,
    label: kind ?? `${name}${statistic === 'Sum' ? '' : ` ${statistic}`}`,
  });

interface OperatorDashboardProps {
  stage: string;
  functions: TellhookFunction[];
  fronts: { app: HttpFront; invoke: HttpFront };
  lanes: { age: cloudwatch.IMetric; deadLetters: cloudwatch.IMetric };
}

/** A dashboard with the state of the product: incoming calls, sent messages, delays, failures and backlog. */
export class OperatorDashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, functions, fronts, lanes }: OperatorDashboardProps) {
    super(scope, id);
    const product = (name: MetricName, options = {}) => productMetric(stage, name, options);
    const byKind = (name: MetricName) => targetKinds.map(({ slug }) => product(name, { kind: slug }));
    const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
      new cloudwatch.GraphWidget({ title, left, right, width: HALF_WIDTH, height: 6 });
    const errors = (front: HttpFront, label: string) =>
      front.api.metricServerError({ period: FIVE_MINUTES, statistic: 'Sum', label });
    new cloudwatch.Dashboard(this, 'Page', {
      dashboardName: `tellhook-${stage}`,
      defaultInterval: Duration.hours(12),
      widgets: [
        [
          graph('Messages', [product('accepted'), product('delivered'), product('skipped'), product('held')]),
          graph('Delay, milliseconds', [
            product('delay', { statistic: 'p50' }),
            product('delay', { statistic: 'p99' }),
            product('latency', { statistic: 'p99' }),
          ]),
        ],
        [graph('Failed, by kind', byKind('failed')), graph('Retried, by kind', byKind('retried'))],
        [
          graph(
            'Waiting',
            [product('waiting', { statistic: 'Maximum' }), product('due')],
            [product('pausedLanes', { statistic: 'Maximum' })],
          ),
          graph('Lanes', [lanes.age], [lanes.deadLetters]),
        ],
        [
          graph(
            'Refused',
            [product('quotaRefused'), product('throttled'), product('looksRefused')],
            [product('sandboxKills'), product('rendererFailures')],
          ),
          graph('5xx responses', [errors(fronts.app, 'app'), errors(fronts.invoke, 'invoke')]),
        ],
        [
          graph(
            'Functions: errors and throttles',
            functions.map(({ function: it }) => it.metricErrors({ period: FIVE_MINUTES })),
            functions.map(({ function: it }) => it.metricThrottles({ period: FIVE_MINUTES })),
          ),
          graph(
            'Functions: duration p99',
            functions.map(({ function: it }) => it.metricDuration({ period: FIVE_MINUTES, statistic: 'p99' })),
          ),
        ],
        [
          graph('Functions: peak memory, percent', [product('memory', { statistic: 'Maximum' })]),
          graph(
            'Functions: cold starts, milliseconds',
            [product('coldStart', { statistic: 'p99' })],
            [product('coldStart', { statistic: 'SampleCount' })],
          ),
        ],
        [
          graph(
            'From a call to its acknowledgement, milliseconds',
            [product('acknowledgeDelay', { statistic: 'p50' }), product('acknowledgeDelay', { statistic: 'p90' })],
            [product('acknowledgeDelay', { statistic: 'SampleCount' })],
          ),
        ],
      ],
    });
    this.searches(stage, functions);
  }

  /**
   * Saved queries of CloudWatch Logs Insights. Ids make a call traceable: its request id leads to the invocation, and
   * its dispatch ids begin with the invocation id.
   */
  private searches(stage: string, functions: TellhookFunction[]): void {
    const search = (name: string, id: string, queryString: logs.QueryString) =>
      new logs.QueryDefinition(this, id, {
        queryDefinitionName: `tellhook/${stage}/${name}`,
        logGroups: functions.map(({ logGroup }) => logGroup),
        queryString,
      });
    search(
      'follow a call, a message or a user',
      'Follow',
      new logs.QueryString({
        fields: ['@timestamp', '@log', 'event', 'kind', 'outcome', 'reason', 'attempt', 'dispatchId', '@message'],
        filterStatements: ['@message like /PUT-THE-ID-HERE/'],
        sort: '@timestamp asc',
      }),
    );
    search(
      'rejections by reason',
      'Refused',
      new logs.QueryString({
        filterStatements: ['event = "call rejected" or event = "outbound call blocked" or event = "sign-in rejected"'],
        statsStatements: ['count(*) as calls by event, reason, route'],
        sort: 'calls desc',
      }),
    );
    search(
      'what fails',
      'Failures',
      new logs.QueryString({
        fields: ['@timestamp', '@log', 'event', 'reason', 'error.message', 'requestId', 'dispatchId'],
        filterStatements: ['level = "error"'],
        sort: '@timestamp desc',
        limit: 200,
      }),
    );
  }
}
