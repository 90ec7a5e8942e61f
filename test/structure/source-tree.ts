/** The syntax trees of all source files, for tests of rules about the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type Node, parseSync, visitorKeys } from 'oxc-parser'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface Import {
  /** Repository path of the importing file, below `src/`. */
  readonly file: string
  /** Path below `src/` of a source file, or the name of a package. */
  readonly target: string
  readonly isType: boolean
}

export interface FunctionSize {
  readonly name: string
  readonly line: number
  readonly lines: number
  readonly parameters: number
}

export interface SourceFile {
  /** Path below the folder of the sources. */
  readonly path: string
  readonly text: string
  readonly comments: readonly string[]
  readonly imports: readonly Import[]
  /** Names of exported declarations. */
  readonly exports: readonly string[]
  readonly program: readonly Node[]
  readonly root: Node
}

const readSourceFiles = (folder: string): readonly SourceFile[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => readSourceFile(folder, path))

/** Files of the service. */
export const sourceFiles = readSourceFiles('src')

/** Files of the admin, with paths below `admin/src/`. */
export const adminFiles = readSourceFiles('admin/src')

function readSourceFile(folder: string, path: string): SourceFile {
  const text = readFileSync(join(ROOT, folder, path), 'utf8')
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`)
  const toImport = (name: string, isType: boolean): Import => ({ file: path, target: resolve(path, name), isType })
  return {
    path,
    text,
    comments: comments.map(({ value }) => value),
    imports: [
      ...module.staticImports.map(({ moduleRequest, entries }) =>
        toImport(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType)),
      ),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
        toImport(text.slice(start + 1, end - 1), false),
      ),
    ],
    exports: module.staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName: { name } }) => name ?? [])),
    program: program.body,
    root: program,
  }
}

function resolve(file: string, name: string): string {
  return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
}

/** Calls `visit` for a node and everything below it. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null>>)[key]
    for (const each of Array.isArray(child) ? child : [child]) if (each) walk(each, visit)
  }
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** Sizes of all functions of a file, nested ones too. */
export function measureFunctions({ root, text }: SourceFile): FunctionSize[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const found: FunctionSize[] = []
  walk(root, (node) => {
    if (!FUNCTIONS.includes(node.type) || !('params' in node)) return
    const first = lineAt(node.start)
    const name = 'id' in node && node.id && 'name' in node.id ? String(node.id.name) : 'function'
    const parameters = (node.params as readonly unknown[]).length
    found.push({ name, line: first, lines: lineAt(node.end) - first + 1, parameters })
  })
  return found
}

/** Every name that a file declares or uses, without those of strings. */
export function listIdentifiers({ root }: SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  walk(root, (node) => {
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') names.add(String(node.name))
  })
  return names
}

/** `createImageDecoder` to `create`, `image`, `decoder`. */
export const splitWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
