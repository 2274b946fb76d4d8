type Source = Readonly<Record<string, string | undefined>>;

export const FILE_SETTINGS: readonly string[];
export const FILE_SETTING_NAMES: readonly string[];
export function readSettingFiles(source: Source): {
  readonly settings: Readonly<Record<string, string>>;
  readonly problems: readonly { readonly name: string; readonly message: string }[];
};
export function loadSettingFiles(): void;
