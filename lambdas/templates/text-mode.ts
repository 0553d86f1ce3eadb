/** True if a template is text with tags, because it contains `{{`. Otherwise it is a single expression. */
export const isTextMode = (template: string) => template.includes('{{');
