import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../lambdas/contract/openapi/document.ts';

/** `npm run openapi [file]`: writes the API as an OpenAPI 3.1 document, as returned by `GET /api/openapi.json`. */
const [file] = process.argv.slice(2);
const text = `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;
if (file) writeFileSync(file, text);
else process.stdout.write(text);
