import * as z from 'zod';

// The page's policy forbids code made from text. zod tests for it when a schema is created, so this file comes first.
z.config({ jitless: true });
