// The locales in which tests write and read numbers and dates.

/** Every language with number data in this build of Node, regions that differ, and other digits. */
const languages =
  'af am ar as az be bg bn bo br bs ca ccp ce ckb cs cy da de dsb dz ee el en eo es et eu fa ff fi fil fo fr fy ga gd gl gu ha haw iw hi hr hsb hu hy id ig is it ja jv ka kk km kn ko ks ky lb ln lo lt lv mai mg mi mk ml mn mni mr ms mt my nb ne nl nn om or pa pcm pl ps pt ro ru sat sd si sk sl so sq sr su sv sw ta te tg th ti tk to tr tt ug uk ur uz vi wo xh yo yue zh zu'.split(
    ' ',
  );
const regions =
  'bn-BD fa-IR fr-FR iw-IL mr-IN ar-EG ar-SA ar-AE ar-MA de-AT de-CH de-LI en-ZA en-IN en-GB en-US en-CH en-DK es-MX es-AR es-CR fa-AF fr-CA fr-CH fr-BE hi-IN-u-nu-deva it-CH my-MM ne-NP pt-PT pt-BR sd-Deva ur-IN uz-Arab pa-Arab sr-Latn ta-LK th-TH-u-nu-thai en-u-nu-fullwide en-u-nu-mathsans zh-TW'.split(
    ' ',
  );
export const locales: readonly string[] = Intl.NumberFormat.supportedLocalesOf([...languages, ...regions]);
