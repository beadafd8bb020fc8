import Paperclip from 'lucide-react/icons/paperclip'
import type { FormEvent } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useParts } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { listSpaceAttachments } from '../space-contract.ts'
import { filterIn, spaceAttachmentsHref } from '../shared.ts'
import { isFiltered, noFiles, SpaceFilesFilterView, SpaceFilesView } from '../view/SpaceFilesView.tsx'

export default function SpaceAttachmentsScreen({ search }: ScreenProps) {
  const key = String(search['key'])
  const filter = filterIn(search)
  const parts = useParts(listSpaceAttachments, { params: { key }, query: filter })
  const { first } = parts
  const reader = useReader()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigateTo(spaceAttachmentsHref(key, filterIn(Object.fromEntries(new FormData(event.currentTarget)))))
  }
  return (
    <PageFrame
      title={t('Attachments')}
      width="wide"
      article={false}
      contentClass=""
      breadcrumbs={first ? [{ label: first.space.name, href: first.space.url }] : []}
    >
      <SpaceFilesFilterView
        key={JSON.stringify(filter)}
        spaceKey={key}
        filter={filter}
        reader={reader}
        onSubmit={submit}
      />
      <Listing
        list={growingList(parts)}
        failure={t('The list could not be read')}
        empty={
          <EmptyState icon={<Paperclip size={20} />} title={noFiles({ filter, reader })}>
            {!isFiltered(filter) && t('Files are attached to pages and posts; all of them are listed here.')}
          </EmptyState>
        }
      >
        {files => <SpaceFilesView files={files} spaceKey={key} filter={filter} reader={reader} />}
      </Listing>
    </PageFrame>
  )
}
