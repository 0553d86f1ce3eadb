import * as z from 'zod';

// The page's policy allows no code that is made from text. zod looks at this when a schema is made, so this file comes first.
z.config({ jitless: true });
