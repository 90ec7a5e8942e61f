/** The tree of categories: dragged by the pointer, moved by the arrow keys, selected to be merged. */
import AddIcon from '@mui/icons-material/Add'
import CallMergeIcon from '@mui/icons-material/CallMerge'
import { Alert, Box, Button, LinearProgress, Paper, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Title, useNotify, usePermissions, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { send } from '../../api/client.ts'
import { MergeDialog } from '../merge-dialog.tsx'
import { type CategoryMove, dropCategory, stepCategory, type TreeCategory } from './category-moves.ts'
import { CategoryRow } from './category-row.tsx'

interface Tree {
  readonly categories: readonly TreeCategory[]
}

const QUERY_KEY = ['category-tree']

function useTree() {
  const client = useQueryClient()
  const notify = useNotify()
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: async () => (await send<Tree>('/categories/tree')).json })
  const moving = useMutation({
    mutationFn: async ({ id, ...body }: CategoryMove & { readonly id: number }) =>
      (await send<Tree>(`/categories/${id}/move`, { method: 'POST', body })).json,
    onSuccess: (tree) => client.setQueryData(QUERY_KEY, tree),
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  return { ...query, move: (id: number, move: CategoryMove | undefined) => move && moving.mutate({ id, ...move }) }
}

export default function CategoryTree() {
  const translate = useTranslate()
  const { data, error, move, refetch } = useTree()
  const [selectedIds, setSelectedIds] = useState<readonly number[]>([])
  const [isMerging, setIsMerging] = useState(false)
  const [draggedId, setDraggedId] = useState<number>()
  const { permissions = [] } = usePermissions<string[]>()
  const categories = data?.categories ?? []
  const selected = categories.filter(({ id }) => selectedIds.includes(id))
  const select = (id: number, isSelected: boolean) =>
    setSelectedIds(isSelected ? [...selectedIds, id] : selectedIds.filter((one) => one !== id))
  const drop = (target: TreeCategory, isInside: boolean) => {
    const moved = categories.find(({ id }) => id === draggedId)
    if (moved) move(moved.id, dropCategory(categories, { moved, target, isInside }))
  }
  const closeMerge = (isMerged: boolean) => {
    setIsMerging(false)
    if (!isMerged) return
    setSelectedIds([])
    refetch()
  }
  return (
    <>
      <Title title={translate('directory.categories')} />
      <Stack direction="row" spacing={1} sx={{ my: 1 }}>
        <Button component={Link} to="/categories/create" startIcon={<AddIcon />}>
          {translate('ra.action.create')}
        </Button>
        {permissions.includes('edit_others_posts') && (
          <Button startIcon={<CallMergeIcon />} disabled={selected.length < 2} onClick={() => setIsMerging(true)}>
            {translate('directory.merge')}
          </Button>
        )}
      </Stack>
      <TreeState error={error} tree={data} />
      <Paper sx={{ maxWidth: 800 }}>
        <Box component="ul" aria-label={translate('directory.categories')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {categories.map((category) => (
            <CategoryRow
              key={category.id}
              category={category}
              isSelected={selectedIds.includes(category.id)}
              onSelect={(isSelected) => select(category.id, isSelected)}
              onStep={(direction) => move(category.id, stepCategory(categories, category, direction))}
              onDrag={() => setDraggedId(category.id)}
              onDrop={(isInside) => drop(category, isInside)}
            />
          ))}
        </Box>
      </Paper>
      {isMerging && <MergeDialog resource="categories" records={selected} onClose={closeMerge} />}
    </>
  )
}

/** Text above the tree: its usage, or the reason why there is none. */
function TreeState({ error, tree }: { readonly error: Error | null; readonly tree: Tree | undefined }) {
  const translate = useTranslate()
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!tree) return <LinearProgress aria-label={translate('ra.message.loading')} />
  if (tree.categories.length === 0) return <Alert severity="info">{translate('directory.no_categories')}</Alert>
  return (
    <Typography variant="body2" sx={{ mb: 1 }}>
      {translate('directory.tree_help')}
    </Typography>
  )
}
