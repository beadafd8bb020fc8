import { t } from '#platform/web/i18n.ts'
import { thumbnailPath } from '../../reference-shared.ts'
import { ImageSelectionDialog, type ImageSelectionParameters } from './image-selection.ts'
import { isBoolean, isFunction, isNumber, isString, requireFields } from './validator.ts'

export interface VersionDialogParameters {
  headerText: string
  promptText: string
  /** The pinned version. */
  attachmentVersion: number
  latestVersion: number
  diagramName: string
  /** Page of the attachment. */
  ownerPageId: string
  /** The page that shows it. */
  referencePageId: string
  /** Whether the pinned version is selected at first, else the latest. */
  pinnedIsDefault: boolean
  /** @param isPinned whether the pinned version was chosen */
  onComplete: (isPinned: boolean) => void
}

/** The choice between the version that a page is pinned to and the latest. */
export class VersionDialog {
  readonly #selection: ImageSelectionDialog

  /** @throws TypeError for parameters of wrong types */
  constructor(parameters: VersionDialogParameters) {
    requireFields('VersionDialog', parameters, {
      headerText: isString,
      promptText: isString,
      attachmentVersion: isNumber,
      latestVersion: isNumber,
      diagramName: isString,
      ownerPageId: isString,
      referencePageId: isString,
      pinnedIsDefault: isBoolean,
      onComplete: isFunction,
    })
    this.#selection = new ImageSelectionDialog(selectionOf(parameters))
  }

  /** @throws Error the second time */
  show(): void {
    this.#selection.show()
  }
}

/** The two pictures to choose from, the pinned version first. */
export function selectionOf({
  headerText,
  promptText,
  attachmentVersion,
  latestVersion,
  diagramName: name,
  ownerPageId,
  pinnedIsDefault,
  onComplete,
}: VersionDialogParameters): ImageSelectionParameters {
  const picture = (version: number, timestamp?: number) => {
    const query = new URLSearchParams({ api: 'v2', ...(timestamp && { timestamp: String(timestamp) }) })
    query.set('version', String(version))
    return {
      src: `/download/attachments/${ownerPageId}/${encodeURIComponent(`${name}.png`)}?${query}`,
      fallback: thumbnailPath({ ownerPageId: Number(ownerPageId), name, version }),
    }
  }
  return {
    headerText,
    promptText,
    images: [
      { caption: t('Version {{version}}', { version: attachmentVersion }), ...picture(attachmentVersion) },
      { caption: t('Latest'), ...picture(latestVersion, Date.now()) },
    ],
    selected: pinnedIsDefault ? 0 : 1,
    onComplete: selected => onComplete(selected === 0),
  }
}
