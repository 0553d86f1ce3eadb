import { createFileRoute } from '@tanstack/react-router';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';

export const Route = createFileRoute('/')({ component: Landing });

function Landing() {
  return <LandingPage contact={<ContactForm />} />;
}
