import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../lambdas/contract/openapi/document.ts';

/** `npm run openapi [file]`: the API as an OpenAPI 3.1 document, the same as `GET /api/openapi.json` answers. */
const [file] = process.argv.slice(2);
const text = `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;
if (file) writeFileSync(file, text);
else process.stdout.write(text);
