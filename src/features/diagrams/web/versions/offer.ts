import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { diagramVersions } from '../../contract.ts'
import type { PinnedEdit } from './edit-record.ts'
import { VersionDialog } from './version-dialog.ts'

/** A diagram that a page is pinned to a version of. */
export interface PinnedDiagram {
  /** Page of the attachment. */
  ownerPageId: string
  name: string
  /** The pinned version. */
  version: number
  /** The page that shows it. */
  pageId: string
}

/** Which version is edited; `latest` where there is no choice. */
export type EditedVersion = 'pinned' | 'latest'

/** Asks which version of a pinned diagram to edit, unless it is the latest. Cancelling calls nothing. */
export async function chooseEdited(diagram: PinnedDiagram, edit: (edited: EditedVersion) => void): Promise<void> {
  const { version } = diagram
  const latestVersion = await newerThan(diagram)
  if (latestVersion === undefined) return edit('latest')
  new VersionDialog({
    ...dialogOf(diagram, latestVersion),
    headerText: t('Select Diagram Version to Edit'),
    promptText: t('Version {{version}} is currently pinned to this page. Which version you would like to edit?', {
      version,
    }),
    pinnedIsDefault: true,
    onComplete: isPinned => edit(isPinned ? 'pinned' : 'latest'),
  }).show()
}

/**
 * Offers to show the latest version of a diagram that was edited while the page is pinned to another.
 * @param isShown whether the page shows it in the pinned version; one that was edited within the page editor is
 * @param unpin lets the page show the latest
 */
export async function offerLatest(
  { name, ceoid, version, isPinned, inline }: PinnedEdit,
  { pageId, isShown, unpin }: { pageId: string; isShown: () => boolean; unpin: () => Promise<void> | void },
): Promise<void> {
  if (version === 0 || !isPinned || !(inline || isShown())) return
  const diagram = { ownerPageId: ceoid, name, version, pageId }
  const latestVersion = await newerThan(diagram)
  if (latestVersion === undefined) return
  new VersionDialog({
    ...dialogOf(diagram, latestVersion),
    headerText: t('Select Diagram Version to Display'),
    promptText: t('Version {{version}} is currently pinned to this page. Which version would you like to display?', {
      version,
    }),
    pinnedIsDefault: false,
    onComplete: keepsPinned => {
      if (!keepsPinned) void changePage(unpin)
    },
  }).show()
}

async function changePage(unpin: () => Promise<void> | void): Promise<void> {
  try {
    await unpin()
  } catch (error) {
    showFailure(t('The page could not be changed'), error)
  }
}

function dialogOf({ ownerPageId, name, version, pageId }: PinnedDiagram, latestVersion: number) {
  return { attachmentVersion: version, latestVersion, diagramName: name, ownerPageId, referencePageId: pageId }
}

/** The latest version where it is another one; where that cannot be learned, the versions count as the same. */
async function newerThan({ ownerPageId, name, version }: PinnedDiagram): Promise<number | undefined> {
  try {
    const { numRevisions } = await call(diagramVersions, { query: { pageId: ownerPageId, name } })
    return numRevisions === version ? undefined : numRevisions
  } catch (error) {
    reportError(error)
    return undefined
  }
}
