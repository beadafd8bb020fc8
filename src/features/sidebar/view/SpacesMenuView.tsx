import type { Reader } from '#platform/view/reader.ts'
import type { SpaceEntry } from '#features/spaces/contract.ts'
import { CREATE_SPACE_PATH, SPACE_ICON_PATH } from '#features/spaces/shared.ts'

interface SpacesMenuViewProps {
  reader: Reader
  starred: readonly SpaceEntry[]
  team: readonly SpaceEntry[]
  canCreate: boolean
}

/** The spaces that the viewer starred, others of teams, and the way to a new one. */
export function SpacesMenuView({ reader: { t }, starred, team, canCreate }: SpacesMenuViewProps) {
  return (
    <>
      <SectionView title={t('Starred spaces')} spaces={starred} />
      <SectionView title={t('Team spaces')} spaces={team} />
      {canCreate && (
        <a id="create-space-header" className="ox-panel-item" href={CREATE_SPACE_PATH}>
          {t('Create space')}
        </a>
      )}
    </>
  )
}

function SectionView({ title, spaces }: { title: string; spaces: readonly SpaceEntry[] }) {
  if (spaces.length === 0) return null
  return (
    <>
      <h2 className="ox-panel-heading">{title}</h2>
      <ul className="ox-panel-list">
        {spaces.map(space => (
          <li key={space.key}>
            <a className="ox-panel-item" href={space._links.webui}>
              <img
                className="ox-space-icon"
                src={(space['icon'] as { path?: string } | undefined)?.path ?? SPACE_ICON_PATH}
                alt=""
                width="20"
                height="20"
              />
              <span>{space.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
