import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';

/**
 * The removal policy of resources that outlive their stack. If creating the stack fails, they are removed, because
 * their names would block the next attempt ("already exists").
 */
export const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** The removal policy of a stage's data and logs. */
export const removalOf = ({ keepData }: Pick<Settings, 'keepData'>): RemovalPolicy =>
  keepData ? KEPT : RemovalPolicy.DESTROY;
