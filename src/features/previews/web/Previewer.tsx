import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { usePages } from '#platform/web/query.ts'
import { useModalFocus } from '#platform/web/ui/useModalFocus.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { listPreviewFiles, type PreviewFile } from '../contract.ts'
import type { PreviewAddress } from './address.ts'
import { OneForm, OneFormAtATime } from '#features/comments/web/index.ts'
import { FileComments } from './comments/FileComments.tsx'
import { usePinning, type Pinning } from './comments/usePinning.ts'
import { FileStage, type FileStageProps } from './FileStage.tsx'
import { Filmstrip } from './Filmstrip.tsx'
import type { PreviewerProps } from './open.ts'
import { PreviewToolbar } from './PreviewToolbar.tsx'
import css from './Previewer.module.css'
import { isTooLarge } from './too-large.ts'
import { useZoom } from './useZoom.ts'

/** The previewer: one file over the whole window, with the files beside it. */
export function Previewer(props: PreviewerProps) {
  const { pageId, fileId, commentId = '' } = props.address
  return (
    <OneFormAtATime key={`${pageId} ${fileId} ${commentId}`}>
      <PreviewDialog {...props} />
    </OneFormAtATime>
  )
}

function PreviewDialog({ address, onClose }: PreviewerProps) {
  const dialog = useModalFocus()
  const { begin } = useContext(OneForm)
  const close = () => begin(onClose)
  return (
    <ModalOverlay
      className={css.overlay ?? ''}
      isOpen
      onOpenChange={open => {
        if (!open) close()
      }}
    >
      <Modal className={css.modal ?? ''}>
        <AriaDialog ref={dialog} className={css.dialog ?? ''} id="cp-container" data-mode={address.mode}>
          <Files address={address} onClose={close} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Files to page through and which of them is shown. */
function useFiles({ pageId, fileId, mode, among }: PreviewAddress) {
  const [id, show] = useState(fileId)
  const query = usePages(listPreviewFiles, { params: { id: pageId } })
  const { hasNextPage, isFetchingNextPage, more } = query
  const all = query.items as readonly PreviewFile[]
  const wanted = mode === 'simple' ? [fileId] : among
  const files = wanted ? all.filter(file => wanted.includes(file.id)) : all
  const at = files.findIndex(file => file.id === id)
  // The list comes in parts: the file may be in a later one.
  const isMissing = at < 0 && hasNextPage
  useEffect(() => {
    if (isMissing && !isFetchingNextPage) more()
  }, [isMissing, isFetchingNextPage, more])
  const first = query.data?.pages[0] as { mayComment?: boolean } | undefined
  return {
    files,
    at,
    file: files[at],
    isLoading: query.isPending || isMissing,
    error: query.error,
    mayComment: first?.mayComment ?? false,
    show,
    turn: (by: 1 | -1) => {
      const next = files[(at + by + files.length) % files.length]
      if (next) show(next.id)
    },
  }
}

function Files({ address, onClose }: PreviewerProps) {
  const found = useFiles(address)
  const { files, at, file } = found
  const isPhone = useIsPhone()
  const zoom = useZoom(file?.id)
  const pinning = usePinning(address.commentId)
  const comments = useCommentPanel(pinning, address.commentId !== undefined)
  const [showsStrip, setShowsStrip] = useState(!isPhone)
  const hasOthers = files.length > 1
  const hasComments = address.mode === 'full'
  const { begin } = useContext(OneForm)
  const leave = (go: () => void) =>
    begin(() => {
      pinning.stop()
      pinning.select(undefined)
      go()
    })
  const turn = (by: 1 | -1) => leave(() => found.turn(by))
  const mayPin = hasComments && found.mayComment && file?.kind === 'picture' && !isTooLarge(file)
  usePreviewKeys({ turn: hasOthers ? turn : undefined, zoom })
  return (
    <>
      <header className={css.bar}>
        <div className={css.name}>
          <Heading slot="title" className={css.title ?? ''}>
            {file?.name ?? t('Preview')}
          </Heading>
          {file && (
            <span className={css.facts}>
              {[
                t(file.niceType),
                formatBytes(file.size),
                ...(hasOthers ? [t('{{at}} of {{count}}', { at: at + 1, count: files.length })] : []),
              ].join(' · ')}
            </span>
          )}
        </div>
        <PreviewToolbar
          file={file}
          zoom={zoom}
          strip={hasOthers ? { isShown: showsStrip, toggle: () => setShowsStrip(!showsStrip) } : undefined}
          comments={hasComments ? comments : undefined}
          onPin={mayPin ? comments.pin : undefined}
          onClose={onClose}
        />
      </header>
      <div className={css.middle}>
        <Stage
          {...found}
          zoom={zoom}
          turn={hasOthers ? turn : undefined}
          pins={hasComments ? { ...pinning, isOpen: mayPin && comments.isShown, select: comments.select } : undefined}
        />
        {hasComments && comments.isShown && file && (
          <FileComments
            key={file.id}
            file={file}
            mayComment={found.mayComment}
            pinning={pinning}
            onClose={comments.toggle}
          />
        )}
      </div>
      {hasOthers && showsStrip && (
        <Filmstrip files={files} current={file?.id} onShow={id => leave(() => found.show(id))} />
      )}
    </>
  )
}

/** Whether the comments are shown, which open with a pin. */
function useCommentPanel(pinning: Pinning, isShownAtFirst: boolean) {
  const [isShown, setShown] = useState(isShownAtFirst)
  return {
    isShown,
    toggle: () => setShown(!isShown),
    select: (id: string | undefined) => {
      setShown(true)
      pinning.select(id)
    },
    pin: () => {
      setShown(true)
      pinning.aim()
    },
  }
}

interface StageProps extends Pick<FileStageProps, 'file' | 'zoom' | 'pins' | 'isLoading' | 'error'> {
  /** Goes to another file; absent for a single one. */
  turn: ((by: 1 | -1) => void) | undefined
}

function Stage({ file, zoom, pins, isLoading, error, turn }: StageProps) {
  return (
    <div className={css.stage}>
      {turn && (
        <IconButton className={css.previous ?? ''} label={t('Previous file')} shortcut="←" onPress={() => turn(-1)}>
          <ChevronLeft size={20} />
        </IconButton>
      )}
      <FileStage key={file?.id} file={file} zoom={zoom} pins={pins} isLoading={isLoading} error={error} />
      {turn && (
        <IconButton className={css.next ?? ''} label={t('Next file')} shortcut="→" onPress={() => turn(1)}>
          <ChevronRight size={20} />
        </IconButton>
      )}
    </div>
  )
}

const IN_A_FIELD = 'input, textarea, select, video, audio, [contenteditable]'

function usePreviewKeys({
  turn,
  zoom,
}: {
  turn: ((by: 1 | -1) => void) | undefined
  zoom: ReturnType<typeof useZoom>
}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(IN_A_FIELD)) return
    if (event.key === 'ArrowLeft') turn?.(-1)
    else if (event.key === 'ArrowRight') turn?.(1)
    else if (event.key === '+' || event.key === '=') zoom.by(1)
    else if (event.key === '-') zoom.by(-1)
    else if (event.key === '0') zoom.fit()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
