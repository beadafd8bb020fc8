import { useEffect, useRef, useState } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { t } from '#platform/web/i18n.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Tooltip } from '#platform/web/ui/Tooltip.tsx'
import type { Person } from '../../protocol.ts'
import { useHost } from '../../services/host.ts'

/** People with a picture; the rest is a number. */
const MOST = 3

/** Others who have the diagram open. Where it is not edited together, a save after theirs is a conflict. */
export function People() {
  const { people, isShared } = useHost()
  const rest = people.length - MOST
  const names = people.map(nameOf)
  return (
    <>
      {people.length > 0 && (
        <Tooltip
          content={
            isShared
              ? t('Also open at: {{names}}. You edit it together, and a save has the changes of all.', {
                  names: names.join(', '),
                })
              : t('Also open at: {{names}}. Whoever saves second is asked which version to keep.', {
                  names: names.join(', '),
                })
          }
        >
          <Focusable>
            <span
              className="ox-de-people"
              role="img"
              aria-label={t('Also open at: {{names}}', { names: names.join(', ') })}
            >
              {people.slice(0, MOST).map((person, index) => (
                <Avatar key={index} name={nameOf(person)} picture={person.picture} isDecorative />
              ))}
              <span className="ox-de-people-names" aria-hidden="true">
                {rest > 0 ? `+${rest}` : people.length === 1 && names[0]}
              </span>
            </span>
          </Focusable>
        </Tooltip>
      )}
      <Arrivals names={people.flatMap(({ name, isSelf }) => (isSelf ? [] : name))} />
    </>
  )
}

const nameOf = ({ name, isSelf }: Person): string => (isSelf ? t('you, in another window') : name)

/** Says politely who has opened and closed the diagram. */
function Arrivals({ names }: { names: readonly string[] }) {
  const before = useRef<readonly string[]>([])
  const [news, setNews] = useState('')
  const key = names.join('\n')
  useEffect(() => {
    const now = key === '' ? [] : key.split('\n')
    const known = before.current
    before.current = now
    const texts = [
      ...now.filter(name => !known.includes(name)).map(name => t('{{name}} has opened this diagram too', { name })),
      ...known.filter(name => !now.includes(name)).map(name => t('{{name}} has closed this diagram', { name })),
    ]
    if (texts.length > 0) setNews(texts.join('. '))
  }, [key])
  return (
    <span className="ox-de-people-news" role="status">
      {news}
    </span>
  )
}
