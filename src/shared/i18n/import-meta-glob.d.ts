/** As much of what the bundler does with `import.meta.glob` as is used here: all files of a folder, by their places. */
interface ImportMeta {
  glob<Module>(pattern: string, options: { readonly eager: true; readonly import: string }): Record<string, Module>
}
