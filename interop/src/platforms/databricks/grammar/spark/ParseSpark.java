import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/**
 * Parses with the grammar of Apache Spark. Each line of the input is the base64 of a text; each line of the output is empty where it
 * was understood, else what is wrong with it.
 */
class ParseSpark {
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String text = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
      out.println(problemOf(text).replaceAll("\\s+", " "));
    }
  }

  private static String problemOf(String text) {
    String[] problem = {""};
    BaseErrorListener listener = new BaseErrorListener() {
      @Override
      public void syntaxError(
          Recognizer<?, ?> recognizer, Object symbol, int line, int column, String message, RecognitionException error) {
        if (problem[0].isEmpty()) problem[0] = "line " + line + ", column " + column + ": " + message;
      }
    };
    SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
    lexer.removeErrorListeners();
    lexer.addErrorListener(listener);
    SqlBaseParser parser = new SqlBaseParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(listener);
    ParseTree tree = parser.compoundOrSingleStatement();
    return problem[0].isEmpty() ? swallowed(tree) : problem[0];
  }

  /** Rules that take any words and prove nothing: statements of Hive that Spark only names to refuse them, and SET. */
  private static String swallowed(ParseTree tree) {
    if (tree instanceof SqlBaseParser.FailNativeCommandContext
        || tree instanceof SqlBaseParser.UnsupportedHiveNativeCommandsContext
        || tree instanceof SqlBaseParser.SetConfigurationContext) {
      return "swallowed as any words: " + ((ParserRuleContext) tree).getText();
    }
    for (int index = 0; index < tree.getChildCount(); index += 1) {
      String found = swallowed(tree.getChild(index));
      if (!found.isEmpty()) return found;
    }
    return "";
  }
}
