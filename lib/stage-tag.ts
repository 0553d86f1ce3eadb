/** The tag of all resources of a stage, with its name as the value. Billing separates the stages' costs by this tag. */
export const STAGE_TAG = 'tellhook-stage';
