import type { ReactNode, Ref } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import type { OwnDraft, RecentChange } from '#features/content/contract.ts'
import type { SpaceEntry } from '#features/spaces/contract.ts'
import { CREATE_SPACE_PATH } from '#features/spaces/shared.ts'
import { iconOf } from '#features/spaces/view/index.ts'

interface DashboardViewProps {
  reader: Reader
  drafts: readonly OwnDraft[]
  spaces: readonly SpaceEntry[]
  /** `spaces` are the starred ones. */
  areStarred: boolean
  updates: ReactNode
  /** Browser-only sections of other features, last in the side column. */
  side?: ReactNode
}

export function DashboardView({ reader, drafts, spaces, areStarred, updates, side }: DashboardViewProps) {
  const { t } = reader
  return (
    <div className="ox-home">
      <section className="ox-home-main list-container-all-updates" aria-labelledby="all-updates">
        <h1 id="all-updates" className="ox-home-title content-header-all-updates">
          {t('Recently updated')}
        </h1>
        {updates}
      </section>
      <div className="ox-home-side">
        <section id="recently-worked" aria-labelledby="own-drafts">
          <h2 id="own-drafts" className="ox-home-heading">
            {t('Your drafts')}
          </h2>
          {drafts.length > 0 ? (
            <ul className="ox-home-list">
              {drafts.map(draft => (
                <DraftView key={draft.id} draft={draft} reader={reader} />
              ))}
            </ul>
          ) : (
            <p className="ox-home-empty">{t('Your unpublished pages are listed here.')}</p>
          )}
        </section>
        <section aria-labelledby="home-spaces">
          <h2 id="home-spaces" className="ox-home-heading">
            {areStarred ? t('Starred spaces') : t('Spaces')}
          </h2>
          {spaces.length > 0 ? (
            <ul className="ox-home-list">
              {spaces.map(space => (
                <SpaceView key={space.key} space={space} />
              ))}
            </ul>
          ) : (
            <p className="ox-home-empty">{t('There are no spaces yet.')}</p>
          )}
          <p className="ox-home-more">
            <a href="/spacedirectory/view.action">{t('All spaces')}</a>
          </p>
        </section>
        {side}
      </div>
    </div>
  )
}

interface UpdatesViewProps {
  reader: Reader
  changes: readonly RecentChange[]
  /** The wiki has no spaces and the reader may create one. */
  beginsWithSpace: boolean
  endRef?: Ref<HTMLDivElement>
  more?: ReactNode
}

/** Recent changes, or a getting-started text. */
export function UpdatesView({ reader, changes, beginsWithSpace, endRef, more }: UpdatesViewProps) {
  const { t } = reader
  if (changes.length === 0 && beginsWithSpace) {
    return (
      <>
        <p className="ox-home-empty">
          {t('Nothing has been written yet. Pages stand in spaces: one for each team, project or subject.')}
        </p>
        <p className="ox-home-begin">
          <a className="ox-create" href={CREATE_SPACE_PATH}>
            {t('Create the first space')}
          </a>
        </p>
      </>
    )
  }
  if (changes.length === 0) {
    return <p className="ox-home-empty">{t('Nothing has been written yet. Open a space and create the first page.')}</p>
  }
  return (
    <>
      <ul className="ox-updates">
        {changes.map(change => (
          <UpdateView key={change.id} change={change} reader={reader} />
        ))}
      </ul>
      <div ref={endRef}>{more}</div>
    </>
  )
}

function UpdateView({ change, reader }: { change: RecentChange; reader: Reader }) {
  const { t } = reader
  const { updatedBy: person, space } = change
  const name = person?.displayName ?? t('Anonymous')
  return (
    <li className="ox-update">
      {person ? (
        <img
          className="ox-update-face"
          src={person.avatarUrl}
          alt=""
          width="28"
          height="28"
          data-username={person.profileUrl === undefined ? undefined : person.username}
        />
      ) : (
        <span className="ox-update-face" />
      )}
      <div className="ox-update-text">
        <a className="ox-update-title" href={change.url}>
          {change.title}
        </a>
        <p className="ox-update-facts">
          <a href={`/display/${space.key}`}>{space.name}</a>
          {` · ${change.version === 1 ? t('created by {{name}}', { name }) : t('edited by {{name}}', { name })} · `}
          <TimeView at={change.updatedAt} reader={reader} />
        </p>
      </div>
    </li>
  )
}

function DraftView({ draft, reader }: { draft: OwnDraft; reader: Reader }) {
  return (
    <li>
      <a className="ox-home-item" href={draft.editUrl}>
        <span className="ox-home-item-title">{draft.title || reader.t('Untitled')}</span>
        <span className="ox-home-item-facts">
          {`${draft.space.name} · `}
          <TimeView at={draft.updatedAt} reader={reader} />
        </span>
      </a>
    </li>
  )
}

function SpaceView({ space }: { space: SpaceEntry }) {
  return (
    <li>
      <a className="ox-home-item ox-home-space" href={space._links.webui}>
        <img src={iconOf(space)} alt="" width="24" height="24" />
        <span className="ox-home-item-title">{space.name}</span>
      </a>
    </li>
  )
}
