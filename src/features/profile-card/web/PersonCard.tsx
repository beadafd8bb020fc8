import Clock from 'lucide-react/icons/clock'
import Mail from 'lucide-react/icons/mail'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { locale, t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { useNow } from '#platform/web/useWhen.ts'
import { getProfileCard, type ProfileCard } from '../contract.ts'
import css from './profile-card.module.css'
import { CARD_ID } from './resting.ts'

/** Profiles change seldom. */
const FRESH_MS = 5 * 60_000

/** The card at a name; nothing until it is read, nor for an unknown user. */
export function PersonCard({ anchor, username }: { anchor: HTMLElement; username: string }) {
  const { data } = useEndpoint(getProfileCard, { query: { username } }, { staleTime: FRESH_MS })
  return data ? createPortal(<Card anchor={anchor} person={data} />, document.body) : null
}

function Card({ anchor, person }: { anchor: HTMLElement; person: ProfileCard }) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = card.current
    return element ? attach(element, anchor) : undefined
  }, [anchor])
  return (
    <div
      ref={card}
      id={CARD_ID}
      className={css.card}
      role="group"
      aria-label={t('About {{name}}', { name: person.displayName })}
      popover="manual"
      // Dialogs leave it alone.
      data-react-aria-top-layer="true"
    >
      <div id={`${CARD_ID}-facts`}>
        <div className={css.head}>
          <Avatar name={person.displayName} picture={person.avatarUrl} size={48} isDecorative />
          <div className={css.names}>
            <strong>{person.displayName}</strong>
            <span className={css.handle}>
              @{person.username} {!person.active && <Lozenge>{t('Disabled')}</Lozenge>}
            </span>
          </div>
        </div>
        {person.about !== '' && <p className={css.about}>{person.about}</p>}
        <Facts person={person} />
      </div>
      <div className={css.links}>
        <a href={person.profileUrl}>{t('Profile')}</a>
        {person.space && <a href={person.space.url}>{t('Personal space')}</a>}
      </div>
    </div>
  )
}

function Facts({ person: { email, timeZone } }: { person: ProfileCard }) {
  const now = useNow()
  if (!email && timeZone === null) return null
  return (
    <ul className={css.facts}>
      {email && (
        <li>
          <Mail /> <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
      {timeZone !== null && (
        <li>
          <Clock />{' '}
          {t('{{time}} local time ({{zone}})', {
            time: new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone }).format(now),
            zone: timeZone,
          })}
        </li>
      )}
    </ul>
  )
}

const GAP_PX = 6
const EDGE_PX = 8

/** Shows the card at its name, which it describes. @returns a function that takes it away */
function attach(card: HTMLElement, anchor: HTMLElement): () => void {
  // The source puts the card's links after the name in the order of the keyboard.
  card.showPopover({ source: anchor })
  const place = () => placeAt(card, anchor)
  place()
  const described = anchor.getAttribute('aria-describedby')
  anchor.setAttribute('aria-describedby', [described, `${CARD_ID}-facts`].filter(Boolean).join(' '))
  const events = new AbortController()
  window.addEventListener('resize', place, { signal: events.signal })
  document.addEventListener('scroll', place, { capture: true, passive: true, signal: events.signal })
  return () => {
    events.abort()
    if (described === null) anchor.removeAttribute('aria-describedby')
    else anchor.setAttribute('aria-describedby', described)
  }
}

/** Below the first line of the name, or above it where there is no room. */
function placeAt(card: HTMLElement, anchor: HTMLElement): void {
  const box = anchor.getClientRects()[0]
  card.hidden = box === undefined
  if (!box) return
  const { width, height } = card.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const isBelow = box.bottom + GAP_PX + height + EDGE_PX <= clientHeight || box.top < GAP_PX + height + EDGE_PX
  card.style.top = `${isBelow ? box.bottom + GAP_PX : box.top - GAP_PX - height}px`
  card.style.left = `${Math.max(EDGE_PX, Math.min(box.left, clientWidth - width - EDGE_PX))}px`
}
