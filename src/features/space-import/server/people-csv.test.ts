import { describe, expect, it } from 'vitest'
import { HttpError } from '#platform/server/http/errors.ts'
import { sentenceOf } from '#platform/error-text.ts'
import { readLines, refused } from './people-csv.ts'

const HEAD = 'kind,source,name,full name,mail,action,target,matched by\r\n'
const read = async (text: string) => (await readLines(Buffer.from(text))).lines

/** Problems of a file that is refused. */
async function problemsOf(bytes: string | Uint8Array): Promise<string[]> {
  const error = await readLines(Buffer.from(bytes)).then(
    ({ problems }) => refused(problems),
    (thrown: unknown) => thrown,
  )
  return error instanceof HttpError && error.status === 400 ? error.errors.map(sentenceOf) : []
}

describe('a changed file of users and groups', () => {
  it('is read by the names of its columns, with whatever delimiter, quotes and line ends it was saved', async () => {
    const expected = [
      { kind: 'user', source: '=1', action: 'match', target: 'ada, b', line: 2 },
      { kind: 'group', source: 'g', action: 'skip', target: '', line: 5 },
    ]
    expect(
      await read(`\ufeff${HEAD}user,'=1,x,"two\r\nlines",,match,"ada, b",name\r\n\r\ngroup,g,,,,skip,,\r\n`),
    ).toEqual(expected)
    expect(await read('SOURCE; kind ;target;action\n"\'=1";User;ada, b;MATCH\n\n;;;\ng;GROUP;;Skip')).toEqual(expected)
  })

  it('may have lines before its head, and the same line twice', async () => {
    const expected = [{ kind: 'user', source: 'a', action: 'match', target: 'ada', line: 4 }]
    expect(await read('\n"sep=;";;\nkind;source;action;target\nuser;a;match;ada\nUser;a;match;ada \n')).toEqual(
      expected,
    )
    expect(await read('sep=,\n\nkind,source,action,target\nuser,a,match,ada\n')).toEqual(expected)
  })

  it('is read in parts', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `user,u${index},"a\nb",,,create,,\n`)
    const all = await read(HEAD + lines.join(''))
    expect(all).toHaveLength(1200)
    expect(all.at(-1)).toEqual({ kind: 'user', source: 'u1199', action: 'create', target: '', line: 2 + 1199 * 2 })
  })

  it('is refused with the lines and columns that are wrong, and how they are put right', async () => {
    expect(
      await problemsOf(`${HEAD}team,a,,,,create,,\nuser,a,,,,merge,,\nuser,b,,,,create,,\nuser,b,,,,skip,,\n`),
    ).toEqual([
      'Line 2, column "kind": "team" must be user or group',
      'Line 3, column "action": "merge" must be match, create or skip',
      'Line 5, column "source": Line 4 is about the same user or group. Remove one of the two lines',
    ])
    expect(await problemsOf(`${HEAD}user,a,"b,,,create,,\nuser,c,,,,create,,\n`)).toEqual([
      'Line 2: A quotation mark is missing or out of place',
    ])
    expect(await problemsOf('kind,name,action,target\nuser,a,create,\n')).toEqual([
      'The file has no column "source". Its first line must name the columns: kind, source, action, target',
    ])
    expect(await problemsOf('\n\n')).toEqual(['The file is empty'])
    expect(await problemsOf(Buffer.from(`${HEAD}user,J\xfcrgen,,,,create,,\n`, 'latin1'))).toEqual([
      'The file is not encoded in UTF-8. Save it in the format "CSV UTF-8"',
    ])
    expect(await problemsOf(HEAD + 'user,a,,,,merge,,\n'.repeat(100))).toHaveLength(20)
    const many = Array.from({ length: 200_001 }, (_, index) => `user,${index},,,,create,,\n`)
    expect(await problemsOf(HEAD + many.join(''))).toEqual(['The file has more than 200000 lines'])
  })
})
