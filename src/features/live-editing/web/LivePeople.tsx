import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { t } from '#platform/web/i18n.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Tooltip } from '#platform/web/ui/Tooltip.tsx'
import type { PresentPerson } from './people.ts'
import type { LiveProvider } from './provider.ts'

/** Pictures at most; the rest is a number. */
const MOST = 4

/** The other editors of the page, and who joins and leaves, for assistive technology. */
export function LivePeople({ provider }: { provider: LiveProvider }) {
  const names = useSyncExternalStore(provider.subscribe, () => JSON.stringify(provider.people))
  const people = JSON.parse(names) as PresentPerson[]
  const rest = people.slice(MOST)
  return (
    <>
      {people.length > 0 && (
        <ul className="ox-live-people" aria-label={t('Also editing')}>
          {people.slice(0, MOST).map(person => (
            <li key={person.userKey} data-person={person.colour} data-idle={person.isIdle || undefined}>
              <Tooltip content={stateOf(person)}>
                <Focusable>
                  <span role="img" aria-label={nameOf(person)}>
                    <span aria-hidden="true">
                      <Avatar name={person.name} picture={person.picture} isDecorative />
                    </span>
                  </span>
                </Focusable>
              </Tooltip>
            </li>
          ))}
          {rest.length > 0 && (
            <li className="ox-live-rest">
              <Tooltip content={rest.map(nameOf).join(', ')}>
                <Focusable>
                  <span role="img" aria-label={rest.map(nameOf).join(', ')}>
                    +{rest.length}
                  </span>
                </Focusable>
              </Tooltip>
            </li>
          )}
        </ul>
      )}
      <Arrivals people={people} />
    </>
  )
}

function stateOf({ name, isIdle }: PresentPerson): string {
  return isIdle ? t('{{name}} has not typed for a while', { name }) : t('{{name}} is editing', { name })
}

function nameOf({ name, isIdle }: PresentPerson): string {
  return isIdle ? t('{{name}} (idle)', { name }) : name
}

/** Says politely who has joined and left. */
function Arrivals({ people }: { people: readonly PresentPerson[] }) {
  const before = useRef<readonly PresentPerson[]>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    const known = before.current
    before.current = people
    if (!known) return
    const news = [
      ...without(people, known).map(({ name }) => t('{{name}} has joined', { name })),
      ...without(known, people).map(({ name }) => t('{{name}} has left', { name })),
    ]
    if (news.length > 0) setText(news.join('. '))
  }, [people])
  return (
    <span className="ox-live-news" role="status">
      {text}
    </span>
  )
}

function without(people: readonly PresentPerson[], others: readonly PresentPerson[]): PresentPerson[] {
  const keys = new Set(others.map(({ userKey }) => userKey))
  return people.filter(({ userKey }) => !keys.has(userKey))
}
