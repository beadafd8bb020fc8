/** `npm run check`: types, lint with the house rules, unused code. Changes nothing. */
import { runChecks } from './lib/checks.ts'

const { failed } = await runChecks()
if (failed > 0) process.exitCode = 1
