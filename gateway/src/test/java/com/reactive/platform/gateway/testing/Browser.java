package com.reactive.platform.gateway.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;

/** A headless Chromium. Its paths are given, so that nothing is looked for in the internet. */
public final class Browser implements AutoCloseable {
  private static final List<String> CHROMIUM =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final List<String> DRIVER =
      List.of("/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver");

  private final ChromeDriver driver;

  private Browser(String chromium, String chromeDriver) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--no-first-run",
        "--lang=en");
    options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(chromeDriver))
            .usingAnyFreePort()
            .build();
    driver = new ChromeDriver(service, options);
  }

  /** Empty where Chromium or its driver is not installed. */
  public static Optional<Browser> start() {
    Optional<String> chromium = firstThatIsThere(CHROMIUM);
    Optional<String> chromeDriver = firstThatIsThere(DRIVER);
    return chromium.isEmpty() || chromeDriver.isEmpty()
        ? Optional.empty()
        : Optional.of(new Browser(chromium.get(), chromeDriver.get()));
  }

  private static Optional<String> firstThatIsThere(List<String> paths) {
    return paths.stream().filter(path -> Files.isExecutable(Path.of(path))).findFirst();
  }

  public void open(String url) {
    driver.get(url);
  }

  /** The text of the element with this id, as it is shown. */
  public String text(String id) {
    return driver.findElement(By.id(id)).getText();
  }

  public String title() {
    return driver.getTitle();
  }

  public WebElement element(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  public List<WebElement> elements(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  public Object run(String javaScript) {
    return driver.executeScript(javaScript);
  }

  /** Clicks what may be replaced by its like at any moment. */
  public void clickNow(String css) {
    driver.executeScript("document.querySelector(arguments[0]).click()", css);
  }

  /** The size of what is seen, in CSS pixels. */
  public void resize(int width, int height, boolean phone) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
  }

  public void prefers(String colorScheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colorScheme))));
  }

  /** Errors of the console since the last call, those of the network and of policies too. */
  public List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /** What is seen now, as target/dashboard/NAME.png. */
  public void screenshot(String name) throws IOException {
    Path directory = Files.createDirectories(Path.of("target", "dashboard"));
    Files.write(directory.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  /** Forgets tokens and whatever else pages have stored. */
  public void forget() {
    Stream.of("sessionStorage", "localStorage").forEach(store -> run(store + ".clear()"));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
