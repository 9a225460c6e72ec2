/** The part of the bundler's `import.meta.glob` that is used here: all files of a folder, by path. */
interface ImportMeta {
  glob<Module>(pattern: string, options: { readonly eager: true; readonly import: string }): Record<string, Module>
}
