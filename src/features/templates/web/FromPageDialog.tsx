import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { listTemplates, templateFromPage } from '../contract.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

/** The form of a template that begins with the text and labels of a page. */
export default function FromPageDialog({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const invalidate = useInvalidate()
  const page = useEndpoint(templateFromPage, { params: { id: pageId } }, { staleTime: 0 })
  // The form keeps what it began with.
  if (page.data)
    return (
      <TemplateDialog
        first={page.data}
        spaceKey={page.data.spaceKey}
        onChanged={() => invalidate(listTemplates)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={t('Create template')} onClose={onClose}>
      <Loaded answer={page} failure={t('The page could not be read')}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}
