export const privacyTitle = 'Privacy Policy';
export const termsTitle = 'Terms And Conditions';
