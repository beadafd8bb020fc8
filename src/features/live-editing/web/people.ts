import type { LivePerson, LiveState } from '../shared.ts'

/** Another editor. */
export interface PresentPerson extends LivePerson {
  isIdle: boolean
}

/** Users of the states of other windows, each once; idle if they are in all their windows. */
export function peopleIn(states: readonly Partial<LiveState>[]): PresentPerson[] {
  const people = new Map<string, PresentPerson>()
  for (const { user, isIdle = false } of states) {
    if (!user) continue
    const isIdleElsewhere = people.get(user.userKey)?.isIdle ?? true
    people.set(user.userKey, { ...user, isIdle: isIdle && isIdleElsewhere })
  }
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}
