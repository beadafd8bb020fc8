/** Distribution of a run's time. */

/** The group of a test file in the summary: its kind, or its part of the tree. */
export function groupOf(file: string): string {
  if (file.endsWith('.e2e.ts')) return 'browser'
  if (/\.component\.test\.tsx?$/.test(file)) return 'components'
  if (file.startsWith('src/cli/') || file.startsWith('scripts/')) return 'command line and scripts'
  const [, part = ''] = /^src\/(language|diagrams|platform|features)\//.exec(file) ?? []
  return part === '' ? 'the whole wiki' : part
}

/**
 * A table of what each part of a run and each group of test files took.
 * @param parts seconds of each part, by its name
 * @param durations seconds of each test file, by its path
 */
export function costs(parts: Readonly<Record<string, number>>, durations: Readonly<Record<string, number>>): string {
  const groups = new Map<string, { files: number; seconds: number }>()
  for (const [file, seconds] of Object.entries(durations)) {
    const group = groups.get(groupOf(file)) ?? { files: 0, seconds: 0 }
    groups.set(groupOf(file), { files: group.files + 1, seconds: group.seconds + seconds })
  }
  const row = (seconds: number, name: string): string => `${String(seconds).padStart(6)} s  ${name}`
  const byCost = (a: { seconds: number }, b: { seconds: number }): number => b.seconds - a.seconds
  const slowest = Object.entries(durations)
    .map(([file, seconds]) => ({ file, seconds }))
    .toSorted(byCost)
    .slice(0, 10)
  return [
    'Parts (beside each other):',
    ...Object.entries(parts).map(([name, seconds]) => row(seconds, name)),
    'Groups of test files (seconds of workers):',
    ...[...groups]
      .map(([name, group]) => ({ name, ...group }))
      .toSorted(byCost)
      .map(({ name, files, seconds }) => row(seconds, `${name}, ${files} files`)),
    'The longest files:',
    ...slowest.map(({ file, seconds }) => row(seconds, file)),
  ].join('\n')
}
