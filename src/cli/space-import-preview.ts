import { sentenceOf } from '#platform/error-text.ts'
import type { ImportPreview, ImportResult, PreviewedSpace } from '#features/space-import/server/index.ts'
import { EXIT_FAILED } from './errors.ts'
import { print } from './wiki.ts'
import { counted } from './words.ts'

/** Spaces up to which each is listed with its counts. */
const MOST_COUNTED = 20

/** Prints what an import would do. */
export function tellPreview(preview: ImportPreview, { peopleTo }: { peopleTo?: string }): void {
  const { spaces, counts, people, chosenBefore } = preview
  print('Nothing was changed. What an import would do:')
  const isCounted = spaces.length > 1 && spaces.length <= MOST_COUNTED
  for (const space of spaces) {
    const { key, source, name } = space
    print(`space ${key} “${name}”${key === source ? '' : `, ${source} in the export`}: ${outcomeOf(space)}`)
    if (isCounted && space.counts.size > 0) print(`  ${countsIn(space.counts)}`)
  }
  if (counts.size > 0) print(spaces.length > 1 ? `All together: ${countsIn(counts)}` : countsIn(counts))
  for (const kind of ['user', 'group'] as const) {
    const { matched, created, skipped } = people[kind]
    print(`${kind === 'user' ? 'Users' : 'Groups'}: ${matched} matched, ${created} made, ${skipped} left out`)
  }
  print(
    'Users and groups that nothing needs are not made. Labels, likes, watches, saved pages and permissions can be fewer, where their users and groups are left out.',
  )
  tellChoicesBefore(chosenBefore)
  if (peopleTo !== undefined) print(`The users and groups were written to ${peopleTo}`)
  if (spaces.some(({ outcome }) => outcome === 'refused')) process.exitCode = EXIT_FAILED
}

function outcomeOf({ outcome, problem, canUpdate, source, key, contents }: PreviewedSpace): string {
  switch (outcome) {
    case 'new':
      return 'new'
    case 'update':
      return 'brings up to date the space that is here'
    case 'go on':
      return `goes on: ${contents.here} of ${counted(contents.all, 'page or post', 'pages and posts')} there`
    case 'done':
      return 'was imported already'
    case 'refused':
      if (canUpdate)
        return `exists here: it can be brought up to date (--update), or needs another key (--space ${source}=NEW)`
      return `${problem ? sentenceOf(problem) : `the key ${key} is refused`} (--space ${source}=NEW)`
  }
}

/** Names how many choices of an earlier import are used. */
export function tellChoicesBefore(number: number): void {
  if (number === 0) return
  print(
    `Choices of an earlier import are used for ${counted(number, 'user or group', 'users and groups')}; --people-to lists them`,
  )
}

/** Counts in one line. Comments on marked text are among the comments. */
export function countsIn(counts: ImportResult['report']['counts']): string {
  return [...counts]
    .map(([what, { arrived, skipped }]) => {
      const name = what === 'Inline comments' ? 'of these inline' : what
      return `${name}: ${arrived}${skipped > 0 ? ` (${skipped} left out)` : ''}`
    })
    .join(', ')
}
