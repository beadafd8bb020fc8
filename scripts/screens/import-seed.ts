import { strToU8, zipSync } from 'fflate'
import type { HttpClient } from '#platform/server/testing/client.ts'
import { EXPORT } from '#features/space-import/testing/export.ts'
import { ok } from './calls.ts'

/** Uploads an export for a review, which imports nothing. @returns the id of the import */
export async function seedImport(admin: HttpClient): Promise<string> {
  const files = Object.entries(EXPORT).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])
  const { json } = await ok(
    admin.send(
      'POST',
      '/rest/oxbow/1.0/space-imports?filename=gardens-and-everything-that-grows-in-them.xml.zip&review=true',
      zipSync(Object.fromEntries(files)),
      { 'content-type': 'application/octet-stream', 'x-atlassian-token': 'no-check' },
    ),
  )
  return json.id as string
}
