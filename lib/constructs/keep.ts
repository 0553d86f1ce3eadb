import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';

/**
 * For resources that outlive their stack. A failed creation removes what it would leave behind: otherwise its name
 * would stop the next attempt ("already exists").
 */
export const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** The fate of a stage's data and logs when they leave the stack. */
export const removalOf = ({ keepData }: Pick<Settings, 'keepData'>): RemovalPolicy =>
  keepData ? KEPT : RemovalPolicy.DESTROY;
