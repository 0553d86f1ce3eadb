import * as z from 'zod';

// The page's policy allows no code made from text. zod checks this when a schema is made, so this file comes first.
z.config({ jitless: true });
