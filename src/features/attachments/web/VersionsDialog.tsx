import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { TimeView } from '#platform/view/TimeView.tsx'
import { call } from '#platform/web/api.ts'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { ConfirmDialog, Dialog } from '#platform/web/ui/Dialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { PersonNameView } from '#features/page-tools/view/index.ts'
import { deleteAttachmentVersion } from '../contract.ts'
import { listAttachmentVersions } from '../view-contract.ts'
import type { FileDialogProps } from './EditDialog.tsx'

/** Skeleton rows at most. */
const MOST_SKELETONS = 8

/** Versions of a file, to download and remove. */
export default function VersionsDialog({ pageId, file, onClose }: FileDialogProps) {
  const versions = usePages(listAttachmentVersions, { params: { id: pageId, aid: file.id } })
  const [asked, setAsked] = useState<number>()
  const reader = useReader()
  return (
    <Dialog title={t('Versions of {{name}}', { name: file.name })} width={640} onClose={onClose}>
      <Listing
        list={growingList(versions, t('Older versions'))}
        failure={t('The list could not be read')}
        empty={null}
        skeleton={{ rows: Math.min(file.version, MOST_SKELETONS) }}
      >
        {items => (
          <ul className="ox-file-versions">
            {items.map(version => (
              <li key={version.number}>
                <a href={version.downloadUrl} data-native="">
                  v. {version.number}
                </a>
                <span className="ox-hint">{formatBytes(version.size)}</span>
                <PersonNameView person={version.author} reader={reader} />
                <TimeView at={version.at} reader={reader} />
                <span className="ox-file-version-end">
                  {version.number === file.version ? (
                    <span className="ox-tag">{t('Current')}</span>
                  ) : (
                    file.may.delete && (
                      <IconButton
                        size="small"
                        label={t('Delete version {{number}}', { number: version.number })}
                        onPress={() => setAsked(version.number)}
                      >
                        <Trash />
                      </IconButton>
                    )
                  )}
                </span>
                {version.comment && <span className="ox-hint ox-file-version-comment">{version.comment}</span>}
              </li>
            ))}
          </ul>
        )}
      </Listing>
      {asked !== undefined && (
        <ConfirmDialog
          title={t('Delete version {{number}}?', { number: asked })}
          confirmLabel={t('Delete version')}
          isDangerous
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await call(deleteAttachmentVersion, { params: { id: pageId, aid: file.id, version: asked } })
            await versions.refetch()
          }}
        >
          <p>{t('This version is removed for good and cannot be brought back. All others keep their numbers.')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
