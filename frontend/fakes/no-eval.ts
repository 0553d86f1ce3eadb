import * as z from 'zod';

// The page's policy forbids eval, which zod tests when a schema is created. So this file must be imported first.
z.config({ jitless: true });
