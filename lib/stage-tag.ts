/** The tag that everything of a stage has; its value is the stage's name. Costs are told apart by it. */
export const STAGE_TAG = 'tellhook-stage';
