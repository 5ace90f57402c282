import script from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';
import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

interface Mermaid {
  initialize(config: Readonly<Record<string, unknown>>): void;
  render(id: string, text: string): Promise<{ readonly svg: string }>;
}

let loading: Promise<Mermaid> | undefined;

/** Mermaid is a script of 3 MB: it is loaded by pages that have a diagram, once, when they are shown. */
function loadMermaid(): Promise<Mermaid> {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script;
    element.onload = () => resolve((globalThis as unknown as { mermaid: Mermaid }).mermaid);
    element.onerror = () => reject(new Error(`${script} cannot be loaded.`));
    document.head.append(element);
  });
  return loading;
}

/** A diagram in the colours of the page. Its text is shown until it is drawn, and where no script runs. */
export default defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const text = decodeURIComponent(props.source);
    const drawing = ref('');
    const draw = async () => {
      const mermaid = await loadMermaid();
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral' });
      drawing.value = (await mermaid.render('diagram', text)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => (drawing.value ? h('div', { class: 'diagram', innerHTML: drawing.value }) : h('pre', text));
  },
});
